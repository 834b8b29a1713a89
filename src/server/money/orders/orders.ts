export { expireOverdue, insertOrder, type NewOrder, openOrder, replaceRivals } from './new-order-rows.ts'
export {
  freePromotion,
  lockOrder,
  type Order,
  orderById,
  ordersToSync,
  paymentsOf,
  savePayments,
  setEnded,
  setPaid,
  setPaymentSession,
  surplusOf,
  type WishedAs,
  type Wishes,
} from './order-rows.ts'
