import { Plus } from 'lucide-react'
import { ButtonLink } from '../ui/button.tsx'

/** Renders the link beside a list's heading to the page that adds a record. */
export function AddLink({ to, label }: { to: string; label: string }) {
  return (
    <ButtonLink to={to} look="primary" className="max-lg:h-11">
      <Plus size={14} aria-hidden /> {label}
    </ButtonLink>
  )
}
