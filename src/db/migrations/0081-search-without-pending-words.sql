-- A search otherwise reads all words that were added since the last vacuum, one by one.
alter index search_entry_by_word set (fastupdate = off);
