import { type IdentityReviewState, identityReviewStates } from '@readroom/contracts/patients/identity-reviews'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '../../../components/ui/button.tsx'
import { FormMessage } from '../../../components/ui/form-message.tsx'
import { Loading } from '../../../components/ui/loading.tsx'
import { OpenReviews } from '../../../components/ui/open-reviews.tsx'
import { useAddress } from '../../../lib/hooks/use-address.ts'
import { useReviewCounts } from '../../../lib/hooks/use-open-reviews.ts'
import { useTitle } from '../../../lib/hooks/use-title.ts'
import { reviewsOptions } from './identity-reviews.queries.ts'
import { ImageMovesView } from './image-moves-view.tsx'
import { MergesView } from './merges-view.tsx'
import { PagesNav } from './pages-nav.tsx'
import { ReceivedView } from './received-view.tsx'
import { ReviewCard } from './review-card.tsx'
import { StudiesOfOneUidView } from './studies-of-one-uid-view.tsx'
import { StudyPeopleView } from './study-people-view.tsx'

const emptyWords: Record<IdentityReviewState, string> = {
  open: 'No open reviews. Readroom opens one when studies with the same patient ID may belong to different people.',
  decided: 'No decided reviews yet.',
}

function Reviews({ state }: { state: IdentityReviewState }) {
  const [page, setPage] = useState(1)
  const { data, error } = useQuery(reviewsOptions(state, page))
  if (!data) return error ? <FormMessage tone="error">The reviews could not be loaded.</FormMessage> : <Loading />
  if (data.pagination.totalRecords === 0) return <p className="text-text-2">{emptyWords[state]}</p>
  return (
    <>
      {data.data.map((review) => (
        <ReviewCard key={`${review.id} ${review.version}`} review={review} />
      ))}
      <PagesNav pagination={data.pagination} onPage={setPage} />
    </>
  )
}

const views = [...identityReviewStates, 'images', 'uids', 'moves', 'received', 'merges'] as const
type View = (typeof views)[number]

/** Lists whose items wait for a decision, with the name of their count. */
const counted: Partial<Record<View, 'open' | 'waiting' | 'studies' | 'uids'>> = {
  open: 'open',
  images: 'studies',
  uids: 'uids',
  received: 'waiting',
}

const viewWords: Record<View, { label: string; hint: string }> = {
  open: {
    label: 'Open',
    hint: 'These studies share a patient ID, but names, birth dates or sexes differ. Readroom keeps them separate until you decide.',
  },
  decided: { label: 'Decided', hint: 'Decisions of administrators. You can undo them.' },
  images: {
    label: 'Several people in one study',
    hint: 'Images of these studies share study and patient ID, but names, birth dates or sexes on them differ.',
  },
  uids: {
    label: 'Duplicate study UIDs',
    hint: 'The viewer does not open these studies, because another study has the same study UID. The archive viewer shows the images of each. Give one of them a new UID.',
  },
  moves: {
    label: 'Splits and new UIDs',
    hint: 'Studies that administrators have split or given a new study UID. Late images follow by themselves. You can undo both.',
  },
  received: {
    label: 'Received changes',
    hint: 'Connected systems asked for these changes of patients. Readroom did not make them, or not completely.',
  },
  merges: { label: 'Merges', hint: 'Two patient IDs of one person. Administrators and HL7 messages merge patients.' },
}

/** Shows what administrators decide about who is who: reviews, studies of several people, changes that messages ask for, and merges. */
export default function IdentityReviewsPage() {
  useTitle('Identity reviews')
  const [params, change] = useAddress()
  const view = views.find((one) => one === params.get('view')) ?? 'open'
  const counts = useReviewCounts()
  const countOf = (one: View) => {
    const name = counted[one]
    return name && counts ? counts[name] : 0
  }
  return (
    <main className="min-h-0 flex-1 overflow-y-auto">
      <div className="mx-auto max-w-260 px-5 py-6 lg:py-10">
        <h1 className="text-xl font-semibold">Identity reviews</h1>
        <p className="mt-1 max-w-180 text-text-2">{viewWords[view].hint}</p>
        <fieldset className="my-4 flex flex-wrap gap-2">
          <legend className="sr-only">Shown list</legend>
          {views.map((one) => (
            <Button
              key={one}
              className="max-lg:h-11"
              look={view === one ? 'primary' : 'outline'}
              aria-pressed={view === one}
              onClick={() => change(() => new URLSearchParams(one === 'open' ? {} : { view: one }), { replace: true })}
            >
              {viewWords[one].label}
              <OpenReviews count={countOf(one)} />
            </Button>
          ))}
        </fieldset>
        {view === 'images' && <StudyPeopleView />}
        {view === 'uids' && <StudiesOfOneUidView />}
        {view === 'moves' && <ImageMovesView />}
        {view === 'received' && <ReceivedView />}
        {view === 'merges' && <MergesView />}
        {(view === 'open' || view === 'decided') && <Reviews key={view} state={view} />}
      </div>
    </main>
  )
}
