import type { ShareLink } from '@readroom/contracts/studies/sharing'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ConfirmChange } from '../../../components/form/confirm-change.tsx'
import { Button } from '../../../components/ui/button.tsx'
import { Loading } from '../../../components/ui/loading.tsx'
import { formatInstant, plural } from '../../../lib/format.ts'
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
          <span className="text-text-2">
            {' '}
            · {openedText(link.accessCount)}
            {link.hasPin && ' · with a PIN'}
          </span>
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
        {!link.works && (
          <p className="text-xs text-text-2">
            Paused: two laboratories claim this study, or {link.createdBy} has no access to it.
          </p>
        )}
      </div>
      {link.canRevoke && (
        <Button look="danger" className="max-lg:h-11" onClick={onRevoke}>
          Revoke
        </Button>
      )}
    </li>
  )
}

type Props = { studyId: string; newId: string | null; onRevoked: (link: ShareLink) => void }

/** Shows the study's active links, whoever created them. */
export function ShareLinkList({ studyId, newId, onRevoked }: Props) {
  const { data: links, error, refetch } = useQuery(shareLinksOptions(studyId))
  const [asking, setAsking] = useState<ShareLink | null>(null)

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
  if (!links) return <Loading className="py-3">Loading links...</Loading>
  if (links.length === 0) return <p className="py-3 text-text-3">No links in use.</p>
  return (
    <>
      <ul aria-label="Links in use">
        {links.map((link) => (
          <LinkRow key={link._id} link={link} isNew={link._id === newId} onRevoke={() => setAsking(link)} />
        ))}
      </ul>
      {asking && (
        <ConfirmChange
          title="Revoke this link?"
          action="Revoke link"
          change={() => revokeLink(studyId, asking)}
          done={() => 'The link is revoked'}
          failed="Failed to revoke the link"
          onDone={() => onRevoked(asking)}
          invalidates={[shareLinksOptions(studyId).queryKey]}
          onClose={() => setAsking(null)}
        >
          The link that <bdi className="font-medium text-text">{asking.createdBy}</bdi> made on <Moment iso={asking.createdAt} />{' '}
          stops working immediately, also for images that are already open.
        </ConfirmChange>
      )}
    </>
  )
}
