const GB = 1_000_000_000

/** Bytes of disks, for people. */
export const inGB = (bytes: number): string => `${(bytes / GB).toLocaleString('en-GB', { maximumFractionDigits: 1 })} GB`
