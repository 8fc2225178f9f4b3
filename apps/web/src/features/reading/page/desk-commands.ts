import type { Commands } from '../parts/keyboard/use-reading-keys.ts'
import { insertIntoReport } from '../parts/panes/insert-into-report.ts'
import { type PaneName, paneNames } from '../parts/panes/rail.tsx'
import type { Opening } from '../requests/reading.queries.ts'
import type { ReadingStore } from '../session/reading-store.ts'
import type { DeskImages } from './use-desk-images.ts'
import type { DeskRound } from './use-desk-round.ts'

type Options = {
  store: ReadingStore
  opening: Opening | null
  images: Pick<DeskImages, 'commands'>
  round: Pick<DeskRound, 'putAside' | 'readFirstEmergency'>
  onPane: (name: PaneName) => void
  /** Null if the laboratory can't be asked now. */
  onAskLaboratory: (() => void) | null
}

const reportCommands = ['signNext', 'signClose', 'signPreliminary', 'saveClose', 'save', 'allNormal'] as const
const sections = [1, 2, 3, 4, 5] as const

/** Goes to a section, also from the images. */
function goTo(store: ReadingStore, index: number) {
  store.giveKeyboard('report')
  store.report()?.goTo(index)
}

/** Returns the commands of the keys for one study. */
export function deskCommands({ store, opening, images, round, onPane, onAskLaboratory }: Options): Commands {
  return {
    ...images.commands,
    emergency: round.readFirstEmergency,
    putAside: round.putAside,
    insertHistory: () =>
      opening && store.isMine() && insertIntoReport(store, 'clinicalInformation', opening.clinicalHistory, 'history'),
    showKeys: () => store.openDialog('keys'),
    skip: () => opening && store.openDialog('skip'),
    template: () => store.isMine() && store.openDialog('template'),
    critical: () => opening && store.openDialog('critical'),
    askLaboratory: () => onAskLaboratory?.(),
    ...Object.fromEntries(paneNames.map((name) => [name, () => onPane(name)])),
    ...Object.fromEntries(reportCommands.map((name) => [name, () => store.report()?.[name]()])),
    ...Object.fromEntries(sections.map((place) => [`section${place}`, () => goTo(store, place - 1)])),
  }
}
