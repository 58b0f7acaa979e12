//! Compressed bytes within a page, as text.

use std::io::Write;

use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use flate2::Compression;
use flate2::write::ZlibEncoder;

/// Packs bytes: base64 of a zlib stream.
pub fn packed(bytes: &[u8]) -> String {
    let mut packer = ZlibEncoder::new(Vec::new(), Compression::best());
    let packed = packer.write_all(bytes).and_then(|()| packer.finish());
    BASE64_STANDARD.encode(packed.expect("memory takes all that is written"))
}
