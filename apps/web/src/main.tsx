import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { createBrowserRouter, RouterProvider } from 'react-router-dom'
import { z } from 'zod'
import { PageChange } from './app/page-change.tsx'
import { PageFailure } from './app/page-failure.tsx'
import { AppRoutes } from './app/routes.tsx'
import { restoreSession } from './app/session-keeper.ts'
import { noteLoadFailures } from './lib/load-failures.ts'
import './styles/index.css'

// The content security policy forbids eval, which zod would otherwise try.
z.config({ jitless: true })

noteLoadFailures()
void restoreSession()

// The router has a single route, because only a data router can block Back. The routes themselves are in the routes table.
const router = createBrowserRouter([{ path: '*', element: <AppRoutes />, errorElement: <PageFailure /> }])

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no #root')
createRoot(root).render(
  <StrictMode>
    <PageChange router={router} />
    <RouterProvider router={router} />
  </StrictMode>,
)
