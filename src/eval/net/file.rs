//! Network files: `docs/net-format.md` describes them. Whatever does not fit is refused.
#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

use super::{BUCKETS, HIDDEN_SIZES, Network, QA, QB, input, max_output_weight};
use crate::rules::VariantId;

/// How a file begins.
const MAGIC: &[u8; 8] = b"DAMONNET";
/// The version of the format; any change of shape, order or meaning is another one.
const VERSION: u16 = 1;

/// Why a file is no network that can be used.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum NetError {
    /// It begins otherwise.
    #[error("this is no network file")]
    NotANet,
    /// Another program wrote it.
    #[error("network files of version {0} are not understood, only those of version {VERSION}")]
    Version(u16),
    /// It ends too early or too late.
    #[error("the file has a wrong length: it is cut short or has something behind its end")]
    Length,
    /// Something in it was changed.
    #[error("the checksum is wrong: the file is damaged")]
    Checksum,
    /// Text is not UTF-8.
    #[error("the network's {0} is not UTF-8")]
    Text(&'static str),
    /// There is no such game.
    #[error("the network is for an unknown game, '{0}'")]
    UnknownGame(String),
    /// A size is not what the game or this program needs.
    #[error("the network has {what} {found}, not {wanted}")]
    Shape {
        /// Which size.
        what: &'static str,
        /// What the network has.
        found: i64,
        /// What is needed.
        wanted: String,
    },
}

impl Network {
    /// Reads a file.
    ///
    /// # Errors
    /// If it is not exactly what [`Network::write`] writes.
    pub fn read(bytes: &[u8]) -> Result<Self, NetError> {
        let mut rest = Bytes(bytes.strip_prefix(MAGIC).ok_or(NetError::NotANet)?);
        let version = rest.u16()?;
        if version != VERSION {
            return Err(NetError::Version(version));
        }
        let (content, sum) = bytes.split_last_chunk::<4>().map_or((bytes, None), |(c, s)| (c, Some(s)));
        if sum != Some(&crc32fast::hash(content).to_le_bytes()) {
            return Err(NetError::Checksum);
        }
        let [squares, extras, hidden, buckets, qa, qb] = rest.u16s::<6>()?.map(usize::from);
        for (what, found, wanted) in
            [("buckets", buckets, BUCKETS), ("QA", qa, QA as usize), ("QB", qb, QB as usize)]
        {
            fits(what, found, wanted)?;
        }
        let scale = i32::from_le_bytes(rest.array()?);
        let variant = rest.text("game")?;
        let variant = variant.parse::<VariantId>().map_err(|_| NetError::UnknownGame(variant))?;
        let facts = rest.text("facts")?;
        let features = rest.weights((input::KINDS * squares + extras).saturating_mul(hidden))?;
        let (bias, output) = (rest.weights(hidden)?, rest.weights(BUCKETS * 2 * hidden)?);
        let output_bias = rest.numbers(BUCKETS, i32::from_le_bytes)?;
        // What is left is the checksum.
        if rest.0.len() != 4 {
            return Err(NetError::Length);
        }
        let net =
            Self { variant, squares, extras, hidden, features, bias, output, output_bias, scale, facts };
        net.check()?;
        Ok(net)
    }

    /// The checksum that ends the file of this network, which tells it from any other.
    pub fn checksum(&self) -> u32 {
        crc32fast::hash(&self.content())
    }

    /// The file of this network.
    pub fn write(&self) -> Vec<u8> {
        let mut bytes = self.content();
        let sum = crc32fast::hash(&bytes);
        bytes.extend(sum.to_le_bytes());
        bytes
    }

    /// The file but for the checksum at its end.
    fn content(&self) -> Vec<u8> {
        let mut bytes = MAGIC.to_vec();
        let shape = [self.squares, self.extras, self.hidden, BUCKETS, QA as usize, QB as usize];
        bytes.extend(VERSION.to_le_bytes());
        bytes.extend(shape.into_iter().flat_map(|size| (size as u16).to_le_bytes()));
        bytes.extend(self.scale.to_le_bytes());
        for text in [self.variant.name(), &self.facts] {
            bytes.extend((text.len() as u32).to_le_bytes());
            bytes.extend(text.bytes());
        }
        for weights in [&self.features, &self.bias, &self.output] {
            bytes.extend(weights.iter().flat_map(|weight| weight.to_le_bytes()));
        }
        bytes.extend(self.output_bias.iter().flat_map(|bias| bias.to_le_bytes()));
        bytes
    }

    /// Whether the network fits its game, its parts fit each other and its numbers are within their bounds.
    ///
    /// # Errors
    /// The first thing that is wrong.
    pub fn check(&self) -> Result<(), NetError> {
        let (squares, extras) = input::shape(self.variant);
        let hidden = self.hidden;
        if !HIDDEN_SIZES.contains(&hidden) {
            let wanted = HIDDEN_SIZES.map(|size| size.to_string()).join(", ");
            return Err(NetError::Shape { what: "hidden size", found: hidden as i64, wanted });
        }
        fits("squares", self.squares, squares)?;
        fits("extra inputs", self.extras, extras)?;
        fits("feature weights", self.features.len(), (input::KINDS * squares + extras) * hidden)?;
        fits("hidden biases", self.bias.len(), hidden)?;
        fits("output weights", self.output.len(), BUCKETS * 2 * hidden)?;
        fits("output biases", self.output_bias.len(), BUCKETS)?;
        let largest = self.output.iter().map(|weight| weight.unsigned_abs()).max().unwrap_or_default();
        let most = max_output_weight(hidden);
        if largest > most.unsigned_abs() {
            let wanted = format!("at most {most}");
            return Err(NetError::Shape { what: "an output weight of", found: largest.into(), wanted });
        }
        if self.scale <= 0 {
            let wanted = "a positive number".to_owned();
            return Err(NetError::Shape { what: "scale", found: self.scale.into(), wanted });
        }
        Ok(())
    }
}

fn fits(what: &'static str, found: usize, wanted: usize) -> Result<(), NetError> {
    if found == wanted {
        return Ok(());
    }
    Err(NetError::Shape { what, found: found as i64, wanted: wanted.to_string() })
}

/// What is still to be read.
struct Bytes<'a>(&'a [u8]);

impl<'a> Bytes<'a> {
    fn take(&mut self, count: usize) -> Result<&'a [u8], NetError> {
        let (taken, rest) = self.0.split_at_checked(count).ok_or(NetError::Length)?;
        self.0 = rest;
        Ok(taken)
    }

    fn array<const N: usize>(&mut self) -> Result<[u8; N], NetError> {
        let (taken, rest) = self.0.split_first_chunk().ok_or(NetError::Length)?;
        self.0 = rest;
        Ok(*taken)
    }

    fn u16(&mut self) -> Result<u16, NetError> {
        Ok(u16::from_le_bytes(self.array()?))
    }

    fn u16s<const N: usize>(&mut self) -> Result<[u16; N], NetError> {
        let mut numbers = [0; N];
        for number in &mut numbers {
            *number = self.u16()?;
        }
        Ok(numbers)
    }

    /// A text behind its length.
    fn text(&mut self, what: &'static str) -> Result<String, NetError> {
        let length = u32::from_le_bytes(self.array()?);
        let bytes = self.take(usize::try_from(length).unwrap_or(usize::MAX))?;
        String::from_utf8(bytes.to_vec()).map_err(|_| NetError::Text(what))
    }

    fn weights(&mut self, count: usize) -> Result<Vec<i16>, NetError> {
        self.numbers(count, i16::from_le_bytes)
    }

    fn numbers<const N: usize, T>(
        &mut self,
        count: usize,
        number: fn([u8; N]) -> T,
    ) -> Result<Vec<T>, NetError> {
        let bytes = self.take(count.saturating_mul(N))?;
        let chunks = bytes.chunks_exact(N).filter_map(|chunk| chunk.first_chunk());
        Ok(chunks.map(|&chunk| number(chunk)).collect())
    }
}
