//! SHA-256, for the hash by which a test suite names its program.
//!
//! **Invariant.** FIPS 180-4, nothing else; no secret is ever hashed here, so
//! timing does not matter.

const START: [u32; 8] = [
    0x6a09_e667,
    0xbb67_ae85,
    0x3c6e_f372,
    0xa54f_f53a,
    0x510e_527f,
    0x9b05_688c,
    0x1f83_d9ab,
    0x5be0_cd19,
];

/// The hash of some bytes, as 64 hexadecimal digits.
pub fn hex(bytes: &[u8]) -> String {
    let constants = constants();
    let mut state = START;
    let mut message = bytes.to_vec();
    message.push(0x80);
    while message.len() % 64 != 56 {
        message.push(0);
    }
    message.extend((bytes.len() as u64 * 8).to_be_bytes());
    for block in message.chunks_exact(64) {
        compress(&mut state, block, &constants);
    }
    state.iter().map(|word| format!("{word:08x}")).collect()
}

/// The first 32 bits of the fractional parts of the cube roots of the first 64 primes.
fn constants() -> [u32; 64] {
    let mut primes = (2u64..).filter(|n| (2..*n).take_while(|d| d * d <= *n).all(|d| n % d != 0));
    std::array::from_fn(|_| {
        let prime = u128::from(primes.next().unwrap_or(2));
        // The cube root of prime * 2^96 is that of the prime with 32 more bits.
        let (mut low, mut high) = (0u128, 1 << 36);
        while low + 1 < high {
            let middle = (low + high) / 2;
            if middle * middle * middle <= prime << 96 {
                low = middle;
            } else {
                high = middle;
            }
        }
        low as u32
    })
}

fn compress(state: &mut [u32; 8], block: &[u8], constants: &[u32; 64]) {
    let mut w = [0u32; 64];
    for (word, bytes) in w.iter_mut().zip(block.chunks_exact(4)) {
        *word = bytes.iter().fold(0, |acc, &b| acc << 8 | u32::from(b));
    }
    for i in 16..64 {
        let (a, b) = (w[i - 15], w[i - 2]);
        let small = a.rotate_right(7) ^ a.rotate_right(18) ^ a >> 3;
        let large = b.rotate_right(17) ^ b.rotate_right(19) ^ b >> 10;
        w[i] = w[i - 16]
            .wrapping_add(small)
            .wrapping_add(w[i - 7])
            .wrapping_add(large);
    }
    let mut s = *state;
    for (word, constant) in w.iter().zip(constants) {
        round(&mut s, word.wrapping_add(*constant));
    }
    for (sum, word) in state.iter_mut().zip(s) {
        *sum = sum.wrapping_add(word);
    }
}

fn round(s: &mut [u32; 8], input: u32) {
    let [a, b, c, d, e, f, g, h] = *s;
    let high = e.rotate_right(6) ^ e.rotate_right(11) ^ e.rotate_right(25);
    let choice = (e & f) ^ (!e & g);
    let first = h
        .wrapping_add(high)
        .wrapping_add(choice)
        .wrapping_add(input);
    let low = a.rotate_right(2) ^ a.rotate_right(13) ^ a.rotate_right(22);
    let majority = (a & b) ^ (a & c) ^ (b & c);
    let second = low.wrapping_add(majority);
    *s = [
        first.wrapping_add(second),
        a,
        b,
        c,
        d.wrapping_add(first),
        e,
        f,
        g,
    ];
}

#[cfg(test)]
mod tests {
    use super::hex;

    #[test]
    fn the_published_examples_hold() {
        let empty = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";
        let abc = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
        let long = "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1";
        assert_eq!(hex(b""), empty);
        assert_eq!(hex(b"abc"), abc);
        let text = b"abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq";
        assert_eq!(hex(text), long);
    }
}
