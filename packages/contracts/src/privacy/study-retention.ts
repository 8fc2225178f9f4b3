/** The action of retention times on whole studies. */
export const studyRetentionWays = ['erase', 'anonymise'] as const
