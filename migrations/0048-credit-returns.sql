-- widen

-- What of an ended booking was not paid in money returns to the family's credit or to promotions without a refund, once all
-- that was paid has gone back. The journal of the same id, of kind `refund`, has the amounts.
create table credit_return (
  id uuid primary key default uuidv7(),
  order_id uuid not null constraint credit_return_order references payment_order
);
create index credit_return_order_id on credit_return (order_id);
create trigger credit_return_kept before update or delete on credit_return for each row execute function books_are_append_only();
create trigger credit_return_no_truncate before truncate on credit_return for each statement execute function books_are_append_only();
