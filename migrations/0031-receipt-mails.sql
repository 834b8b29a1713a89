-- widen
-- Where an order's receipt was sent last: the outbox only grows, and a payment's page asks for one order.
create index outbox_receipt on outbox ((data->>'order'), id desc) where template = 'receipt';
