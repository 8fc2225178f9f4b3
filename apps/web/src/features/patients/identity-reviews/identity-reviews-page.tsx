import { type IdentityReviewState, identityReviewStates } from '@readroom/contracts/patients/identity-reviews'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '../../../components/ui/button.tsx'
import { FormMessage } from '../../../components/ui/form-message.tsx'
import { Loading } from '../../../components/ui/loading.tsx'
import { AdminTabs } from '../../../components/ui/tabs.tsx'
import { useTitle } from '../../../lib/hooks/use-title.ts'
import { reviewsOptions } from './identity-reviews.queries.ts'
import { ReviewCard } from './review-card.tsx'

const stateWords: Record<IdentityReviewState, { label: string; empty: string }> = {
  open: {
    label: 'Open',
    empty: 'No open reviews. Readroom opens one when studies with the same patient ID may belong to different people.',
  },
  decided: { label: 'Decided', empty: 'No decided reviews yet.' },
}

function Reviews({ state }: { state: IdentityReviewState }) {
  const [page, setPage] = useState(1)
  const { data, error } = useQuery(reviewsOptions(state, page))
  if (!data) return error ? <FormMessage tone="error">The reviews could not be loaded.</FormMessage> : <Loading />
  const { totalRecords, currentPage, totalPages, hasPrevPage, hasNextPage } = data.pagination
  if (totalRecords === 0) return <p className="text-text-2">{stateWords[state].empty}</p>
  return (
    <>
      {data.data.map((review) => (
        <ReviewCard key={`${review.id} ${review.version}`} review={review} />
      ))}
      {totalPages > 1 && (
        <nav aria-label="Pages" className="mt-3 flex items-center gap-3">
          <Button className="max-lg:h-11" disabled={!hasPrevPage} onClick={() => setPage(page - 1)}>
            Previous
          </Button>
          <span className="num text-text-2">
            {currentPage} / {totalPages}
          </span>
          <Button className="max-lg:h-11" disabled={!hasNextPage} onClick={() => setPage(page + 1)}>
            Next
          </Button>
        </nav>
      )}
    </>
  )
}

/** Shows studies that share a patient ID but may belong to different people. Administrators decide. */
export default function IdentityReviewsPage() {
  useTitle('Identity reviews')
  const [state, setState] = useState<IdentityReviewState>('open')
  return (
    <main className="min-h-0 flex-1 overflow-y-auto">
      <AdminTabs />
      <div className="mx-auto max-w-260 px-5 py-6 lg:py-10">
        <h1 className="text-xl font-semibold">Identity reviews</h1>
        <p className="mt-1 max-w-180 text-text-2">
          These studies share a patient ID, but names, birth dates or sexes differ. Readroom keeps them separate until you decide.
        </p>
        <fieldset className="mt-4 flex gap-2">
          <legend className="sr-only">Reviews shown</legend>
          {identityReviewStates.map((one) => (
            <Button
              key={one}
              className="max-lg:h-11"
              look={state === one ? 'primary' : 'outline'}
              aria-pressed={state === one}
              onClick={() => setState(one)}
            >
              {stateWords[one].label}
            </Button>
          ))}
        </fieldset>
        <Reviews key={state} state={state} />
      </div>
    </main>
  )
}
