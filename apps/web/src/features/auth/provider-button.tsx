import type { SecondStep } from '@readroom/contracts/auth'
import { settingsEndpoints } from '@readroom/contracts/settings'
import { ProviderRefusal, providerRefusals, signInEndpoints } from '@readroom/contracts/sign-in'
import { Building2 } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useSearchParams } from 'react-router'
import { Button } from '../../components/ui/button.tsx'
import { api } from '../../lib/api/api.ts'
import { reasonOf } from '../../lib/api/api-error.ts'
import { startSession } from './start-session.ts'

type Props = { onSecondStep: (step: SecondStep) => void; onRefused: (message: string) => void }

/** What the button says; null where there is no OpenID provider, and until the server has said it. */
function useLabel(): string | null {
  const [label, setLabel] = useState<string | null>(null)
  useEffect(() => {
    const ending = new AbortController()
    api.call(settingsEndpoints.read, {}, { signal: ending.signal }).then(
      ({ providerLabel }) => setLabel(providerLabel),
      () => undefined,
    )
    return () => ending.abort()
  }, [])
  return label
}

/** Finishes a sign-in that comes back from the provider, once. */
function useReturn({ onSecondStep, onRefused }: Props) {
  const [search, setSearch] = useSearchParams()
  const outcome = search.get('provider')
  const read = useRef(false)
  useEffect(() => {
    if (outcome === null || read.current) return
    read.current = true
    setSearch({}, { replace: true })
    if (outcome !== 'done') return onRefused(providerRefusals[ProviderRefusal.catch('failed').parse(outcome)])
    api.call(signInEndpoints.providerFinish, {}).then(
      (answer) => (answer.secondStep ? onSecondStep(answer.secondStep) : startSession(answer)),
      (error: unknown) => onRefused(reasonOf(error, 'Login failed')),
    )
  }, [outcome, setSearch, onSecondStep, onRefused])
}

/** Leads to the sign-in of the organisation, where one is configured. */
export function ProviderButton(props: Props) {
  useReturn(props)
  const label = useLabel()
  if (label === null) return null
  return (
    <Button size="lg" className="w-full max-lg:h-11" onClick={() => window.location.assign(signInEndpoints.providerStart.path)}>
      <Building2 size={16} aria-hidden /> {label}
    </Button>
  )
}
