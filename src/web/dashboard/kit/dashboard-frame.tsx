import { Outlet } from 'react-router'
import '../../inner.css'
import { ToastProvider } from '../../ui/toast.tsx'

/** What both dashboards share: the short messages after an action. */
export default function DashboardFrame() {
  return (
    <ToastProvider>
      <Outlet />
    </ToastProvider>
  )
}
