import { Plus } from 'lucide-react'
import { Link } from 'react-router'
import { paths } from '../../lib/paths.ts'
import { ButtonLink } from '../ui/button.tsx'

type Props = {
  /** The page that adds a record. */
  to: string
  label: string
  withAccounts?: boolean
  /** Links to what belongs to doctors: their week, their groups and their spreadsheet. */
  ofDoctors?: boolean
}

function TextLink({ to, children }: { to: string; children: string }) {
  return (
    <Link to={to} className="inline-flex items-center px-1 font-medium text-accent-text hover:underline max-lg:h-11">
      {children}
    </Link>
  )
}

/** Renders the links beside a list's heading: one to add a record, and those to the week, the groups, the spreadsheet and the accounts. */
export function ListLinks({ to, label, withAccounts = false, ofDoctors = false }: Props) {
  return (
    <>
      {ofDoctors && <TextLink to={paths.adminWeek}>Week</TextLink>}
      {ofDoctors && <TextLink to={paths.adminGroups}>Groups</TextLink>}
      {ofDoctors && <TextLink to={paths.adminEligibility}>Spreadsheet</TextLink>}
      {withAccounts && <TextLink to={paths.adminUsers}>Accounts</TextLink>}
      <ButtonLink to={to} look="primary" className="max-lg:h-11">
        <Plus size={14} aria-hidden /> {label}
      </ButtonLink>
    </>
  )
}
