import { AppError } from '@readroom/contracts/core/errors'
import type { StudyRow } from '@readroom/db/studies/studies'

/** Throws STUDY_OF_SEVERAL_PEOPLE while nobody has decided whose a study's images are: a finished report would be of somebody else, too. */
export function demandOnePerson({ severalPeopleAt }: Pick<StudyRow, 'severalPeopleAt'>): void {
  if (severalPeopleAt !== null) throw new AppError('STUDY_OF_SEVERAL_PEOPLE')
}
