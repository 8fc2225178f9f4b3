/**
 * The time in which a second press is taken for an echo of the first, in milliseconds: a tired hand presses twice, and the study under it may
 * be another by then (docs/decisions/signing.md).
 */
export const doublePressMs = 1_000
