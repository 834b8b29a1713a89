import { Outlet } from 'react-router'
import '../../inner.css'
import { ToastProvider } from '../../ui/toast.tsx'

/** Layout of both dashboards, with the toasts. */
export default function DashboardFrame() {
  return (
    <ToastProvider>
      <Outlet />
    </ToastProvider>
  )
}
