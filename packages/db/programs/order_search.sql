-- Keeps what a search of orders compares. An order keeps the former text until one of these columns is written.
create or replace function show_order_search() returns trigger language plpgsql as $$
begin
  new.search_all := fold_text(concat_ws(' ', new.placer_number, new.filler_number, new.accession_number)) || name_search_text(new.patient_name);
  return new;
end
$$;
--> statement-breakpoint
create or replace trigger orders_search_text before insert or update of placer_number, filler_number, accession_number, patient_name, search_all
  on orders for each row execute function show_order_search();
