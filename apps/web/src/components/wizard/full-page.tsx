import { dashboardPaths } from '@readroom/contracts/core/permissions'
import { Check, X } from 'lucide-react'
import { type ReactNode, useEffect } from 'react'
import { Link, useNavigate } from 'react-router-dom'
import { useLeaveQuestion } from '../form/leave-question.tsx'
import { Brand } from '../ui/brand.tsx'
import { FormMessage } from '../ui/form-message.tsx'
import { IconButton } from '../ui/icon-button.tsx'

const home = dashboardPaths.admin

/** Delay between the success message and the dashboard. */
const redirectMs = 2000

type Props = {
  /** True if leaving would lose something. */
  filled: boolean
  onDiscard?: () => void
  children: (leave: () => void) => ReactNode
}

/** Renders a page without navigation. Leaving it leads to the dashboard, with a question before entries are lost. */
export function FullPage({ filled, onDiscard = () => undefined, children }: Props) {
  const navigate = useNavigate()
  const { question, tryToLeave } = useLeaveQuestion({ isFilled: filled, leave: () => void navigate(home), discard: onDiscard })

  return (
    <div className="flex h-dvh flex-col">
      <header className="flex h-14 shrink-0 items-center justify-between px-6 max-lg:h-12 max-lg:pr-2 max-lg:pl-4">
        <Brand className="text-lg" />
        <IconButton label="Close" className="max-lg:size-11" onClick={tryToLeave}>
          <X size={16} />
        </IconButton>
      </header>
      <main className="min-h-0 flex-1 overflow-y-auto px-6 pt-18 pb-16 max-lg:px-4 max-lg:pt-4">{children(tryToLeave)}</main>
      {question}
    </div>
  )
}

/** Tells the user that the form starts with entries from before. */
export function Restored() {
  return <FormMessage tone="notice">Your entries were restored, except passwords and files.</FormMessage>
}

/** Renders the success message, followed by the dashboard. */
export function Done({ title, children }: { title: string; children: ReactNode }) {
  const navigate = useNavigate()
  useEffect(() => {
    const timer = setTimeout(() => navigate(home, { replace: true }), redirectMs)
    return () => clearTimeout(timer)
  }, [navigate])
  return (
    <div role="status" className="mx-auto grid max-w-110 justify-items-center pt-16 text-center">
      <span className="mb-4 grid size-10 place-items-center rounded-full bg-green-wash text-green-fg">
        <Check size={20} aria-hidden />
      </span>
      <h1 className="text-xl font-semibold">{title}</h1>
      <div className="mt-2 w-full break-words text-text-2">{children}</div>
      <p className="mt-6 text-sm text-text-3">
        Returning to the{' '}
        <Link to={home} replace className="text-accent-text underline">
          dashboard
        </Link>
        ...
      </p>
    </div>
  )
}
