import type { WorklistRow } from '@readroom/contracts/studies/studies'
import { useState } from 'react'
import { StudyIdentity } from '../../../components/study/study-facts.tsx'
import { Button } from '../../../components/ui/button.tsx'
import { Dialog } from '../../../components/ui/dialog.tsx'
import { reasonOf } from '../../../lib/api/api-error.ts'
import { useChange } from '../../../lib/hooks/use-change.ts'
import { notify } from '../../../lib/notify.tsx'
import { GeneratedLink } from './generated-link.tsx'
import { ShareLinkList } from './share-link-list.tsx'
import { generateLink, shareLinksOptions } from './sharing.queries.ts'

function useGeneration(row: WorklistRow) {
  const [generated, setGenerated] = useState<{ id: string; link: string; pin: string | null } | null>(null)
  const { start, isBusy } = useChange({
    change: (withPin: boolean) => generateLink(row, withPin),
    failed: reasonOf,
    onDone: ({ shareLinkId, shareableLink, pin }) => setGenerated({ id: shareLinkId, link: shareableLink, pin }),
    onFailure: (description) => void notify.error('Failed to generate shareable link', { description }),
    invalidates: [shareLinksOptions(row._id).queryKey],
  })
  return { generated, forget: () => setGenerated(null), generate: start, busy: isBusy }
}

type Props = { row: WorklistRow; onOpenPatient?: () => void; onClose: () => void }

/** Creates and revokes links that open a study's images without signing in. */
export default function ShareDialog({ row, onOpenPatient, onClose }: Props) {
  const { generated, forget, generate, busy } = useGeneration(row)
  const [withPin, setWithPin] = useState(false)
  return (
    <Dialog
      title="Share Study"
      width="max-w-[560px]"
      onClose={onClose}
      header={<StudyIdentity row={row} onOpenPatient={onOpenPatient} />}
      footer={
        <>
          <Button className="max-lg:h-11" onClick={onClose}>
            Close
          </Button>
          {!generated && (
            <Button data-autofocus look="primary" className="max-lg:h-11" disabled={busy} onClick={() => generate(withPin)}>
              {busy ? 'Generating...' : 'Generate Link'}
            </Button>
          )}
        </>
      }
    >
      <div className="grid min-h-0 gap-4 overflow-y-auto px-5 py-4">
        {generated ? (
          <GeneratedLink link={generated.link} pin={generated.pin} />
        ) : (
          <div>
            <p>Anyone with the link can see the images of this study without signing in.</p>
            <p className="mt-1 text-text-2">Link expires in 7 days</p>
            <label className="mt-3 flex min-h-6 items-center gap-2 max-lg:min-h-11">
              <input type="checkbox" checked={withPin} onChange={(event) => setWithPin(event.target.checked)} />
              Require a PIN
            </label>
          </div>
        )}
        <section aria-labelledby="share-links">
          <h3 id="share-links" className="border-b border-line pb-1.5 text-xs font-medium text-text-2">
            Links in use
          </h3>
          <ShareLinkList
            studyId={row._id}
            newId={generated?.id ?? null}
            onRevoked={({ _id }) => _id === generated?.id && forget()}
          />
        </section>
      </div>
    </Dialog>
  )
}
