import { useEffectEvent, useLayoutEffect } from 'react'
import { useReadingStore } from '../../session/reading-store.ts'
import type { ReportCommands } from '../../session/report-commands.ts'
import type { ReportActions } from './use-report-actions.ts'
import type { Writing } from './use-writing.ts'

/** Registers the commands of the report being written, so that keys and the images reach it while it is shown. */
export function useReportCommands(writing: Writing, actions: ReportActions): void {
  const store = useReadingStore()
  const commands = useEffectEvent((): ReportCommands => {
    const { session, editor, keyImages, templates } = writing
    const { insert, fill, insertSentence, pointAt, measuredHere, goTo, focus, type } = editor
    const { sign, saveClose } = actions
    return {
      insert,
      fill,
      insertSentence,
      pointAt,
      measuredHere,
      goTo,
      focus,
      type,
      takeKeyImage: (asked) => void keyImages.take(asked),
      signNext: () => sign('final', 'next'),
      signClose: () => sign('final', 'close'),
      signPreliminary: () => sign('preliminary', 'close'),
      saveClose,
      save: () => void session?.saveNow(),
      allNormal: templates.fillNormal,
    }
  })
  // Before the page is painted, so that no key is lost.
  useLayoutEffect(() => store.registerReport(() => commands()), [store])
}
