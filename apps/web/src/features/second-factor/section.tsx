import type { ReactNode } from 'react'

type Props = { title: string; about: string; actions: ReactNode; children?: ReactNode }

/** One kind of second factor, what there is of it, and what can be done. */
export function Section({ title, about, actions, children }: Props) {
  return (
    <section aria-label={title} className="border-t border-line py-5">
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
        <div className="max-w-130 min-w-0">
          <h2 className="text-lg font-semibold">{title}</h2>
          <p className="mt-1 text-text-2">{about}</p>
        </div>
        <div className="flex flex-wrap gap-2">{actions}</div>
      </div>
      {children}
    </section>
  )
}
