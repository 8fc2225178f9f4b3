export const reportTitles = { original: 'Report', addendum: 'Addendum', correction: 'Correction' } as const
