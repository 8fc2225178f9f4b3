import type { WorklistRow } from '@readroom/contracts/studies'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { StudyIdentity } from '../../components/study/study-facts.tsx'
import { Button } from '../../components/ui/button.tsx'
import { Dialog } from '../../components/ui/dialog.tsx'
import { reasonOf } from '../../lib/api/api-error.ts'
import { notify } from '../../lib/notify.tsx'
import { GeneratedLink } from './generated-link.tsx'
import { ShareLinkList } from './share-link-list.tsx'
import { generateLink, shareLinksOptions } from './sharing.queries.ts'

function useGeneration(row: WorklistRow) {
  const client = useQueryClient()
  const [generated, setGenerated] = useState<{ id: string; link: string } | null>(null)
  const { mutate, isPending } = useMutation({
    mutationFn: () => generateLink(row),
    onSuccess: ({ shareLinkId, shareableLink }) => setGenerated({ id: shareLinkId, link: shareableLink }),
    onError: (error) => notify.error('Failed to generate shareable link', { description: reasonOf(error) }),
    onSettled: () => client.invalidateQueries({ queryKey: shareLinksOptions(row._id).queryKey }),
  })
  return { generated, forget: () => setGenerated(null), generate: () => mutate(), busy: isPending }
}

type Props = { row: WorklistRow; onOpenPatient?: () => void; onClose: () => void }

/** Makes links that open a study's images without signing in, and takes them back. */
export default function ShareDialog({ row, onOpenPatient, onClose }: Props) {
  const { generated, forget, generate, busy } = useGeneration(row)
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
            <Button data-autofocus look="primary" className="max-lg:h-11" disabled={busy} onClick={generate}>
              {busy ? 'Generating...' : 'Generate Link'}
            </Button>
          )}
        </>
      }
    >
      <div className="grid min-h-0 gap-4 overflow-y-auto px-5 py-4">
        {generated ? (
          <GeneratedLink link={generated.link} />
        ) : (
          <div>
            <p>Whoever has the link can see the images of this study without signing in.</p>
            <p className="mt-1 text-text-2">Link expires in 7 days</p>
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
