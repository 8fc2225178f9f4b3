/**
 * Time in ms in which a second press counts as an echo of the first. A tired hand presses twice, and by then the study on screen may be another
 * (docs/decisions/reading/signing.md).
 */
export const doublePressMs = 1_000
