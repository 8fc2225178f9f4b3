const unitMs: Record<string, number> = { s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 }

/** Milliseconds of a lifetime such as `30m`; one hour when it cannot be read. */
export function parseExpiresIn(text: string): number {
  const [, count, unit] = /^(\d+)([smhd])$/.exec(text) ?? []
  const ms = Number(count) * (unitMs[unit ?? ''] ?? Number.NaN)
  return Number.isFinite(ms) ? ms : 3_600_000
}
