import type { ShareLink } from '@readroom/contracts/sharing'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '../../components/ui/button.tsx'
import { ConfirmDialog } from '../../components/ui/confirm-dialog.tsx'
import { messageOf } from '../../lib/api/api-error.ts'
import { formatInstant, plural } from '../../lib/format.ts'
import { notify } from '../../lib/notify.tsx'
import { revokeLink, shareLinksOptions } from './sharing.queries.ts'

function Moment({ iso }: { iso: string }) {
  const { text, exact } = formatInstant(iso)
  return (
    <time dateTime={iso} data-tip={exact} className="num">
      {text}
    </time>
  )
}

const openedText = (count: number) => (count === 0 ? 'not opened yet' : `opened ${plural(count, 'time')}`)

function LinkRow({ link, isNew, onRevoke }: { link: ShareLink; isNew: boolean; onRevoke: () => void }) {
  return (
    <li className="flex items-center justify-between gap-4 border-b border-line py-2 last:border-0">
      <div className="min-w-0">
        <p className="break-words">
          <bdi className="font-medium">{link.createdBy}</bdi>
          <span className="text-text-2"> · {openedText(link.accessCount)}</span>
          {isNew && <span className="whitespace-nowrap text-accent-text"> · this link</span>}
        </p>
        <p className="flex flex-wrap gap-x-3 text-xs text-text-3">
          <span>
            Created <Moment iso={link.createdAt} />
          </span>
          <span>
            Expires <Moment iso={link.expiresAt} />
          </span>
        </p>
        {!link.works && <p className="text-xs text-text-2">Paused: {link.createdBy} does not see this study any more.</p>}
      </div>
      {link.canRevoke && (
        <Button look="danger" className="max-lg:h-11" onClick={onRevoke}>
          Revoke
        </Button>
      )}
    </li>
  )
}

function useRevoking(studyId: string, onRevoked: (link: ShareLink) => void) {
  const client = useQueryClient()
  const [asking, setAsking] = useState<ShareLink | null>(null)
  const { mutate } = useMutation({
    mutationFn: (link: ShareLink) => revokeLink(studyId, link),
    onSuccess: (_answer, link) => {
      notify.success('The link is revoked')
      onRevoked(link)
    },
    onError: (error) => notify.error(messageOf(error, 'Failed to revoke the link')),
    onSettled: () => client.invalidateQueries({ queryKey: shareLinksOptions(studyId).queryKey }),
  })
  const confirmation = asking && (
    <ConfirmDialog
      title="Revoke this link?"
      action="Revoke link"
      destructive
      onConfirm={() => {
        mutate(asking)
        setAsking(null)
      }}
      onCancel={() => setAsking(null)}
    >
      Whoever has the link that <bdi className="font-medium text-text">{asking.createdBy}</bdi> made on{' '}
      <Moment iso={asking.createdAt} /> loses access at once, also where the images are open with it.
    </ConfirmDialog>
  )
  return { ask: setAsking, confirmation }
}

type Props = { studyId: string; newId: string | null; onRevoked: (link: ShareLink) => void }

/** The study's links in use, whoever made them. */
export function ShareLinkList({ studyId, newId, onRevoked }: Props) {
  const { data: links, error, refetch } = useQuery(shareLinksOptions(studyId))
  const { ask, confirmation } = useRevoking(studyId, onRevoked)

  if (error && !links) {
    return (
      <div role="alert" className="flex flex-wrap items-center gap-3 py-3 text-text-2">
        Failed to load the links of this study.
        <Button className="max-lg:h-11" onClick={() => void refetch()}>
          Try again
        </Button>
      </div>
    )
  }
  if (!links) return <p className="py-3 text-text-3">Loading links...</p>
  if (links.length === 0) return <p className="py-3 text-text-3">No link opens this study.</p>
  return (
    <>
      <ul aria-label="Links in use">
        {links.map((link) => (
          <LinkRow key={link._id} link={link} isNew={link._id === newId} onRevoke={() => ask(link)} />
        ))}
      </ul>
      {confirmation}
    </>
  )
}
