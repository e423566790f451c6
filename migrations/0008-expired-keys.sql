-- Answers of users who do not come back are removed by the server's own sweep, for all users at once. It says so in its
-- transaction; then what has expired, and nothing else, may be seen and deleted. Requests never say so.
create policy expired_seen on idempotency_key for select
  using (current_setting('tidemark.sweep', true) = 'expired' and created_at < now() - interval '24 hours');
create policy expired_deleted on idempotency_key for delete
  using (current_setting('tidemark.sweep', true) = 'expired' and created_at < now() - interval '24 hours');
