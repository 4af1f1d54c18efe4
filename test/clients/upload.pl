# Uploads files with LWP or HTTP::Tiny::Multipart. Arguments: the library, then URL, path, name and type of each file.
use strict;
use warnings;

my $library = shift @ARGV;
my %authorized = (Authorization => "Bearer $ENV{UPLOAD_TOKEN}");
while (my ($url, $path, $name, $type) = splice @ARGV, 0, 4) {
    my ($status, $text);
    if ($library eq 'lwp') {
        require LWP::UserAgent;
        require HTTP::Request::Common;
        my $response = LWP::UserAgent->new->request(
            HTTP::Request::Common::POST($url, %authorized, Content_Type => 'form-data', Content => [file => [$path, $name, 'Content-Type' => $type]]));
        ($status, $text) = ($response->code, $response->content);
    } else {
        require HTTP::Tiny;
        require HTTP::Tiny::Multipart;
        open my $file, '<:raw', $path or die $!;
        my $content = do { local $/; <$file> };
        my $response = HTTP::Tiny->new(default_headers => \%authorized)->post_multipart($url, { file => { filename => $name, content => $content, content_type => $type } });
        ($status, $text) = ($response->{status}, $response->{content});
    }
    print "$status\t$text\n";
}
