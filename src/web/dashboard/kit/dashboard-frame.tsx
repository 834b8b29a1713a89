import { Outlet } from 'react-router'
import '../../inner.css'
import { ToastProvider } from '../../ui/toast.tsx'
import { useLastPage } from './back-link.ts'

/** Layout of both dashboards, with the toasts. */
export default function DashboardFrame() {
  useLastPage()
  return (
    <ToastProvider>
      <Outlet />
    </ToastProvider>
  )
}
