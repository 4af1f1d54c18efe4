-- Protection of the registers.

select protect_tenant_table('asset', 'select, insert, update, delete');
select protect_tenant_table('change_record', 'select, insert, update, delete');
select protect_tenant_table('due_diligence_review', 'select, insert, update, delete');
select protect_tenant_table('exception', 'select, insert, update, delete');
select protect_tenant_table('indicator_definition', 'select, insert, update, delete');
select protect_tenant_table('indicator_measurement', 'select, insert, update, delete');
select protect_tenant_table('monitoring_definition', 'select, insert, update, delete');
select protect_tenant_table('monitoring_run', 'select, insert, update, delete');
select protect_tenant_table('monitoring_result_item', 'select, insert, update, delete');
select protect_tenant_table('party_engagement', 'select, insert, update, delete');
select protect_tenant_table('right_to_audit_record', 'select, insert, update, delete');
select protect_tenant_table('vulnerability', 'select, insert, update, delete');
