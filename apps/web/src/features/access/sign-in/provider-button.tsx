import type { SecondStep } from '@readroom/contracts/access/auth'
import { ProviderRefusal, providerRefusals, signInEndpoints } from '@readroom/contracts/access/sign-in'
import { settingsEndpoints } from '@readroom/contracts/operations/settings'
import { Building2 } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { Button } from '../../../components/ui/button.tsx'
import { api } from '../../../lib/api/api.ts'
import { reasonOf } from '../../../lib/api/api-error.ts'
import { useAddress } from '../../../lib/hooks/use-address.ts'
import { startSession } from './start-session.ts'

type Props = {
  onSecondStep: (step: SecondStep) => void
  onRefused: (message: string) => void
  /** If set, the sign-in starts in another tab and this page stays. Called when that happens. */
  onApart?: (() => void) | undefined
}

/** Returns the button's label. Null without an OpenID provider and until the server has answered. */
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

/** Completes, once, a sign-in that returns from the provider. */
function useReturn({ onSecondStep, onRefused }: Props) {
  const [params, change] = useAddress()
  const outcome = params.get('provider')
  const read = useRef(false)
  useEffect(() => {
    if (outcome === null || read.current) return
    read.current = true
    change(() => new URLSearchParams(), { replace: true })
    if (outcome !== 'done') return onRefused(providerRefusals[ProviderRefusal.catch('failed').parse(outcome)])
    api.call(signInEndpoints.providerFinish, {}).then(
      (answer) => (answer.secondStep ? onSecondStep(answer.secondStep) : startSession(answer)),
      (error: unknown) => onRefused(reasonOf(error, 'Login failed')),
    )
  }, [outcome, change, onSecondStep, onRefused])
}

/** Leads to the organisation's OpenID provider, if one is configured. */
export default function ProviderButton(props: Props) {
  useReturn(props)
  const label = useLabel()
  if (label === null) return null
  const lead = () => {
    const { path } = signInEndpoints.providerStart
    if (!props.onApart) return window.location.assign(path)
    window.open(path, '_blank', 'noopener')
    props.onApart()
  }
  return (
    <Button size="lg" className="w-full max-lg:h-11" onClick={lead}>
      <Building2 size={16} aria-hidden /> {label}
    </Button>
  )
}
