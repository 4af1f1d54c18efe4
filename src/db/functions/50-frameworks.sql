-- Protection of frameworks, clauses, controls and the links between them.

select protect_tenant_table('framework', 'select, insert, update, delete');
select protect_tenant_table('clause', 'select, insert, update, delete');
select protect_tenant_table('control', 'select, insert, update, delete');
select protect_tenant_table('clause_control', 'select, insert, update, delete');
select protect_tenant_table('control_requirement', 'select, insert, update, delete');
select protect_by_parent('control_requirement', 'evidence_requirement', 'requirement_id');
