export {
  countOtherOpenOrders,
  expireConflictingOrders,
  expireOverdue,
  expireUnstarted,
  insertOrder,
  type NewOrder,
  updateOpenOrder,
} from './new-order-rows.ts'
export {
  closeOrder,
  isPaidBy,
  isSettledByHand,
  lockOrder,
  type Order,
  orderById,
  orderOfOtherGateway,
  ordersToSync,
  paymentsOf,
  releasePromotion,
  renameSubject,
  type StartTimeKind,
  savePayments,
  setPaid,
  setPaymentSession,
  type TimePreferences,
  unusedPayments,
} from './order-rows.ts'
export { personalMoney } from './personal.ts'
