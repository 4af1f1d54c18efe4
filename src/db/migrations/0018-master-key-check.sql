-- One value that only the master key of the install opens. The owner reads it at each start; the program never does.
create table master_key_check (
  only_one boolean primary key default true check (only_one),
  sealed text not null
);
revoke all on master_key_check from probata_app;
