/** Filters that ask for studies with or without something, and their labels. Lists, addresses and the panel follow from this table. */
export const yesNoLabels = {
  /** Case type urgent or emergency, or priority URGENT, EMERGENCY. */
  emergency: 'Emergency',
  mlc: 'MLC',
} as const
export type YesNoFilter = keyof typeof yesNoLabels

export const ofEachYesNo = <T>(make: (name: YesNoFilter) => T): Record<YesNoFilter, T> => ({
  emergency: make('emergency'),
  mlc: make('mlc'),
})
