import { Plus } from 'lucide-react'
import { Link } from 'react-router'
import { paths } from '../../lib/paths.ts'
import { ButtonLink } from '../ui/button.tsx'

type Props = { to: string; label: string; withAccounts?: boolean }

/** Renders the links beside a list's heading: one to add a record, and one to the accounts. */
export function ListLinks({ to, label, withAccounts = false }: Props) {
  return (
    <>
      {withAccounts && (
        <Link
          to={paths.adminUsers}
          className="inline-flex items-center px-1 font-medium text-accent-text hover:underline max-lg:h-11"
        >
          Accounts
        </Link>
      )}
      <ButtonLink to={to} look="primary" className="max-lg:h-11">
        <Plus size={14} aria-hidden /> {label}
      </ButtonLink>
    </>
  )
}
