export { expireOverdue, insertOrder, type NewOrder, openOrder, replaceRivals } from './new-order-rows.ts'
export {
  carriesRename,
  freePromotion,
  lockOrder,
  type Order,
  orderById,
  ordersToSync,
  paymentsOf,
  renameSubject,
  savePayments,
  setEnded,
  setPaid,
  setPaymentSession,
  surplusOf,
  type WishedAs,
  type Wishes,
} from './order-rows.ts'
