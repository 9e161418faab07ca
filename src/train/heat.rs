//! A picture of what a network thinks of squares: one board for men, one for kings.

use std::fmt::Write as _;

use super::inspect::Values;

/// Width of a square, in pixels.
const CELL: usize = 56;
/// Room for a title.
const TITLE: usize = 30;

/// The picture as SVG.
pub fn svg(values: &Values) -> String {
    let shape = values.variant.rules().board;
    let (board_width, board_height) = (usize::from(shape.columns) * CELL, usize::from(shape.rows) * CELL);
    let (width, height) = (2 * board_width + 3 * TITLE, board_height + 2 * TITLE);
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" font-family=\"sans-serif\">\n\
         <rect width=\"{width}\" height=\"{height}\" fill=\"#fff\"/>\n"
    );
    for (nth, (name, list)) in [("man", &values.men), ("king", &values.kings)].into_iter().enumerate() {
        let left = TITLE + nth * (board_width + TITLE);
        let mean = Values::mean(list);
        let worth = mean.map_or("never there".to_owned(), |mean| format!("{mean:.0} on the average"));
        let _ = writeln!(
            svg,
            "<text x=\"{left}\" y=\"{}\" font-size=\"16\">{} {name}: {worth}</text>",
            TITLE - 8,
            values.variant
        );
        board(&mut svg, &values.grid(list), mean.unwrap_or_default(), left);
    }
    svg + "</svg>\n"
}

/// One board; squares above the mean are red, those below it blue.
fn board(svg: &mut String, grid: &[Vec<Option<f64>>], mean: f64, left: usize) {
    let largest = grid.iter().flatten().flatten().map(|value| (value - mean).abs()).fold(1.0, f64::max);
    for (row, cells) in grid.iter().enumerate() {
        for (column, cell) in cells.iter().enumerate() {
            let (x, y) = (left + column * CELL, TITLE + row * CELL);
            let fill = cell.map_or("#eee".to_owned(), |value| colour((value - mean) / largest));
            let _ = writeln!(
                svg,
                "<rect x=\"{x}\" y=\"{y}\" width=\"{CELL}\" height=\"{CELL}\" fill=\"{fill}\" stroke=\"#999\"/>"
            );
            if let Some(value) = cell {
                let (x, y) = (x + CELL / 2, y + CELL / 2 + 5);
                let _ = writeln!(
                    svg,
                    "<text x=\"{x}\" y=\"{y}\" font-size=\"15\" text-anchor=\"middle\">{value:.0}</text>"
                );
            }
        }
    }
}

/// From blue (-1) over white (0) to red (1).
fn colour(share: f64) -> String {
    let pale = (255.0 * (1.0 - share.abs().min(1.0) * 0.75)) as u8;
    if share >= 0.0 { format!("#ff{pale:02x}{pale:02x}") } else { format!("#{pale:02x}{pale:02x}ff") }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::VariantId;
    use crate::train::material;

    #[test]
    fn every_square_is_drawn() {
        let picture = svg(&Values::of(&material::network(VariantId::English)));
        assert_eq!(picture.matches("<rect").count(), 1 + 2 * 64);
        assert!(picture.contains("english king: 27") && picture.ends_with("</svg>\n"), "{picture}");
        assert_eq!(
            (colour(0.0), colour(1.0), colour(-2.0)),
            ("#ffffff".into(), "#ff3f3f".into(), "#3f3fff".into())
        );
    }
}
