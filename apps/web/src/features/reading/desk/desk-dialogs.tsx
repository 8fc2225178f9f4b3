import type { SkipReason } from '@readroom/contracts/reading/reading'
import { KeysDialog } from '../keys-dialog.tsx'
import type { Opening } from '../reading.queries.ts'
import type { ReadingPageProps } from '../reading-page-props.ts'
import { useReadingState, useReadingStore } from '../reading-store.ts'
import { SkipDialog } from '../round/skip-dialog.tsx'

type Props = {
  study: Opening['study'] | null
  critical: ReadingPageProps['critical']
  onSkip: (skip: { reason: SkipReason; note: string }) => void
}

/** Shows the open dialog about the study. */
export function DeskDialogs({ study, critical, onSkip }: Props) {
  const store = useReadingStore()
  const dialog = useReadingState(store, 'dialog')
  const skip = (reason: Parameters<Props['onSkip']>[0]) => {
    store.closeDialog()
    onSkip(reason)
  }
  return (
    <>
      {dialog === 'keys' && <KeysDialog onClose={store.closeDialog} />}
      {dialog === 'critical' && study && critical(study, store.closeDialog)}
      {dialog === 'skip' && <SkipDialog onClose={store.closeDialog} onSkip={skip} />}
    </>
  )
}
