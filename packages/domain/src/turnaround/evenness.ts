/** The minutes that a doctor was given, and those of the doctor's share. */
type GivenWork = { minutes: number; shareMinutes: number }

/**
 * Adds a study's minutes to the shares of the doctors who could have been given it, in proportion to their shares of work. So the sum of a doctor
 * counts the share, the presence and what the doctor reads.
 */
export function creditShares(
  shares: Map<string, number>,
  minutes: number,
  able: readonly { doctorId: string; share: number }[],
): void {
  const all = able.reduce((sum, { share }) => sum + share, 0)
  for (const { doctorId, share } of able) shares.set(doctorId, (shares.get(doctorId) ?? 0) + (minutes * share) / all)
}

/**
 * Returns how evenly minutes follow shares: Jain's index of the minutes per share, in which each doctor counts by the share. 1 if everybody has the
 * same part of the share, less the more minutes a few have. Doctors without a share are left out: they were never present. Null: nobody has minutes.
 */
export function evennessOf(doctors: readonly GivenWork[]): number | null {
  const present = doctors.filter(({ shareMinutes }) => shareMinutes > 0)
  const sumOf = (of: (work: GivenWork) => number) => present.reduce((sum, work) => sum + of(work), 0)
  const given = sumOf(({ minutes }) => minutes)
  const squares = sumOf(({ minutes, shareMinutes }) => minutes ** 2 / shareMinutes)
  return squares === 0 ? null : Math.round((1000 * given ** 2) / (sumOf(({ shareMinutes }) => shareMinutes) * squares)) / 1000
}
