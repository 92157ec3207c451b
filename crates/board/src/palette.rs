//! Pictures in at most 256 colours: a third of the size, and hardly seen.

/// The picture as one byte a pixel, and the colours the bytes stand for.
pub(crate) struct Indexed {
    pub(crate) pixels: Vec<u8>,
    /// Red, green and blue of each colour in turn.
    pub(crate) colours: Vec<u8>,
}

/// Colours that share their upper six bits in each channel.
#[derive(Clone, Copy, Default)]
struct Bin {
    count: u64,
    sums: [u64; 3],
}

impl Bin {
    fn mean(&self, channel: usize) -> f64 {
        self.sums[channel] as f64 / self.count as f64
    }

    /// Rare colours count for more than their share: a red seal is a few pixels of a whole map.
    fn weight(&self) -> f64 {
        (self.count as f64).powf(0.6)
    }
}

fn bin_of(rgb: &[u8]) -> usize {
    usize::from(rgb[0] >> 2) << 12 | usize::from(rgb[1] >> 2) << 6 | usize::from(rgb[2] >> 2)
}

/// The pixels of an opaque picture, four bytes each, in at most 256 colours.
pub(crate) fn indexed(rgba: &[u8], width: usize) -> Indexed {
    let width = width.max(1);
    let mut bins = vec![Bin::default(); 1 << 18];
    for pixel in rgba.chunks_exact(4) {
        let bin = &mut bins[bin_of(pixel)];
        bin.count += 1;
        for (sum, value) in bin.sums.iter_mut().zip(pixel) {
            *sum += u64::from(*value);
        }
    }
    let used: Vec<usize> = (0..bins.len()).filter(|&i| bins[i].count > 0).collect();
    let groups = split(&bins, used);
    let mut colours = Vec::with_capacity(groups.len() * 3);
    for group in &groups {
        let count: u64 = group.iter().map(|&i| bins[i].count).sum();
        for channel in 0..3 {
            let sum: u64 = group.iter().map(|&i| bins[i].sums[channel]).sum();
            colours.push(((sum + count / 2) / count.max(1)) as u8);
        }
    }
    let mut index: Vec<Option<u8>> = vec![None; bins.len()];
    let pixel = |(i, rgba): (usize, &[u8])| {
        let lift = DITHER[i / width % 4][i % width % 4];
        let [r, g, b] = [0, 1, 2].map(|c| rgba[c].saturating_add_signed(lift));
        let bin = bin_of(&[r, g, b]);
        *index[bin].get_or_insert_with(|| nearest([r, g, b], &colours))
    };
    let pixels = rgba.chunks_exact(4).enumerate().map(pixel).collect();
    Indexed { pixels, colours }
}

/// Splits the colours in two, always the group with the greatest spread, until there are 256 groups.
fn split(bins: &[Bin], used: Vec<usize>) -> Vec<Vec<usize>> {
    let mut groups = vec![(spread(bins, &used), used)];
    while groups.len() < 256 {
        let widest =
            (0..groups.len()).max_by(|&a, &b| groups[a].0.0.total_cmp(&groups[b].0.0).then(b.cmp(&a)));
        let Some(i) = widest.filter(|&i| groups[i].0.0 > 0.0) else { break };
        let ((_, channel, at), group) = groups.swap_remove(i);
        let (low, high): (Vec<usize>, Vec<usize>) =
            group.into_iter().partition(|&b| bins[b].mean(channel) <= at);
        for part in [low, high] {
            groups.push((spread(bins, &part), part));
        }
    }
    groups.into_iter().map(|(_, group)| group).filter(|group| !group.is_empty()).collect()
}

/// How far a group spreads, in which channel most, and about which value.
fn spread(bins: &[Bin], group: &[usize]) -> (f64, usize, f64) {
    let total: f64 = group.iter().map(|&i| bins[i].weight()).sum();
    let mut widest = (0.0, 0, 0.0);
    for channel in 0..3 {
        let mean =
            group.iter().map(|&i| bins[i].weight() * bins[i].mean(channel)).sum::<f64>() / total.max(1e-9);
        let deviation = |&i: &usize| {
            let off = bins[i].mean(channel) - mean;
            bins[i].weight() * off * off
        };
        let sum: f64 = group.iter().map(deviation).sum();
        if group.len() > 1 && sum > widest.0 {
            widest = (sum, channel, mean);
        }
    }
    widest
}

fn nearest(rgb: [u8; 3], colours: &[u8]) -> u8 {
    let distance =
        |colour: &[u8]| -> u32 { (0..3).map(|c| u32::from(rgb[c].abs_diff(colour[c])).pow(2)).sum() };
    let all = colours.chunks_exact(3).map(distance).enumerate();
    all.min_by_key(|&(i, far)| (far, i)).map_or(0, |(i, _)| i as u8)
}

/// How much each pixel of a square of four by four is lifted, so that shades pass into each other.
const DITHER: [[i8; 4]; 4] = [[-2, 1, -1, 2], [2, -1, 1, -2], [-1, 2, -2, 1], [1, -2, 2, -1]];

#[cfg(test)]
mod tests {
    use super::*;

    fn colour(indexed: &Indexed, pixel: usize) -> [u8; 3] {
        let at = usize::from(indexed.pixels[pixel]) * 3;
        [indexed.colours[at], indexed.colours[at + 1], indexed.colours[at + 2]]
    }

    #[test]
    fn few_colours_are_kept_as_they_are() {
        let rgba: Vec<u8> = [[10, 20, 30, 255], [200, 100, 0, 255], [10, 20, 30, 255]].concat();
        let small = indexed(&rgba, 200);
        assert_eq!(small.colours.len(), 6);
        assert_eq!([0, 1, 2].map(|i| colour(&small, i)), [[10, 20, 30], [200, 100, 0], [10, 20, 30]]);
    }

    #[test]
    fn many_colours_become_256_and_a_rare_one_survives() {
        let mut rgba: Vec<u8> = vec![];
        for i in 0..40_000u32 {
            rgba.extend([(100 + i % 100) as u8, (80 + i / 400) as u8, 90, 255]);
        }
        rgba.extend([230, 10, 20, 255]);
        let small = indexed(&rgba, 200);
        assert!(small.colours.len() <= 256 * 3 && small.colours.len() > 200 * 3);
        assert_eq!(colour(&small, 40_000), [230, 10, 20]);
        for i in [0, 777, 39_999] {
            let (was, is) = (&rgba[i * 4..i * 4 + 3], colour(&small, i));
            assert!(was.iter().zip(is).all(|(a, b)| a.abs_diff(b) < 10), "{was:?} {is:?}");
        }
    }
}
