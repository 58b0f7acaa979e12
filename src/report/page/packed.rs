//! Compressed bytes within a page, as text.

use std::io::Write;

use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use flate2::Compression;
use flate2::write::ZlibEncoder;

/// Joins all parts and packs them: base64 of a zlib stream.
pub fn packed(parts: &[&[u8]]) -> String {
    let mut packer = ZlibEncoder::new(Vec::new(), Compression::best());
    let packed = parts.iter().try_for_each(|part| packer.write_all(part));
    let bytes = packed.and_then(|()| packer.finish()).expect("memory takes all that is written");
    BASE64_STANDARD.encode(bytes)
}
