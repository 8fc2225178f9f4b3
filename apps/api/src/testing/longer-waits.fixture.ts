/** Makes every wait an hour longer, because on a busy machine a second is over before the next try. Adds no waits. */
export const longerWaits = `
  create function wait_longer() returns trigger language plpgsql as $$
    begin
      if new.blocked_until > clock_timestamp() then new.blocked_until := new.blocked_until + interval '1 hour'; end if;
      return new;
    end $$;
  create trigger wait_longer before insert or update on login_throttles for each row execute function wait_longer()`
