import type { SkipReason } from '@readroom/contracts/reading/reading'
import { KeysDialog } from '../parts/keyboard/keys-dialog.tsx'
import type { ReadingPageProps } from '../parts/round/reading-page-props.ts'
import { SkipDialog } from '../parts/round/skip-dialog.tsx'
import type { Opening } from '../requests/reading.queries.ts'
import { useReadingState, useReadingStore } from '../session/reading-store.ts'

type Props = {
  study: Opening['study'] | null
  critical: ReadingPageProps['critical']
  onSkip: (skip: { reason: SkipReason; note: string }) => void
}

/** Shows the open dialog about the study. */
export function DeskDialogs({ study, critical, onSkip }: Props) {
  const store = useReadingStore()
  const dialog = useReadingState(store, 'dialog')
  const finding = useReadingState(store, 'finding')
  const skip = (reason: Parameters<Props['onSkip']>[0]) => {
    store.closeDialog()
    onSkip(reason)
  }
  return (
    <>
      {dialog === 'keys' && <KeysDialog onClose={store.closeDialog} />}
      {dialog === 'critical' && study && critical(study, finding, store.closeDialog)}
      {dialog === 'skip' && <SkipDialog onClose={store.closeDialog} onSkip={skip} />}
    </>
  )
}
